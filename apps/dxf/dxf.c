// wend-dxf FILE: prints the lines and areas of a DXF drawing as WKT, one geometry to a line.
#include <stdio.h>

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>

// Arcs become lines with a corner at least every 4 degrees; texts and points are left out.
static void print_geometry(OGRGeometryH geometry) {
    OGRGeometryH lines = OGR_G_GetLinearGeometry(geometry, 4.0, NULL);
    if (lines == NULL) return;
    OGR_G_FlattenTo2D(lines);
    OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(lines));
    char *wkt = NULL;
    if (type != wkbPoint && type != wkbMultiPoint && OGR_G_ExportToWkt(lines, &wkt) == OGRERR_NONE) puts(wkt);
    CPLFree(wkt);
    OGR_G_DestroyGeometry(lines);
}

static void print_layer(OGRLayerH layer) {
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(layer)) != NULL; OGR_F_Destroy(feature)) {
        OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
        if (geometry != NULL) print_geometry(geometry);
    }
}

int main(int count, char **arguments) {
    if (count != 2) {
        fputs("usage: wend-dxf FILE\n", stderr);
        return 2;
    }
    GDALAllRegister();
    const char *const drivers[] = {"DXF", NULL};
    GDALDatasetH drawing = GDALOpenEx(arguments[1], GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers, NULL, NULL);
    if (drawing == NULL) return 1; // GDAL has said why
    for (int i = 0; i < GDALDatasetGetLayerCount(drawing); i++) print_layer(GDALDatasetGetLayer(drawing, i));
    GDALClose(drawing);
    return fflush(stdout) == 0 ? 0 : 1;
}
