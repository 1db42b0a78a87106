// The style sheet: colours of the palette as variables, dark on a screen that asks for it, black on white on paper.
#include "picture/palette.h"
#include "report/page.h"

static const char *const named[] = {"background", "floor", "wall",  "solid", "door",     "goal",
                                    "line",       "text",  "quiet", "grid",  "collision"};

static void print_theme(FILE *to, wi_theme theme) {
    char text[10];
    for (uint32_t i = 0; i < WEND_COUNT(named); i++)
        fprintf(to, "--%s:%s;", named[i], wi_colour_text(wi_palette_colour(theme, named[i]), text));
}

static void print_categories(FILE *to) {
    char text[10];
    for (uint32_t i = 0; i < wi_palette_category_count(); i++)
        fprintf(to, ".c%u{--k:%s}", (unsigned)i, wi_colour_text(wi_palette_category(i), text));
    fprintf(to, "\n");
}

static const char rules[] =
    "*{box-sizing:border-box}\n"
    "html{background:var(--background);color:var(--text);font:15px/1.5 system-ui,'Segoe UI',Roboto,'DejaVu "
    "Sans',sans-serif}\n"
    "body{max-width:860px;margin:0 auto;padding:32px 40px 64px;background:var(--floor)}\n"
    "h1{font-size:1.9em;line-height:1.2;margin:0 0 .1em}h2{font-size:1.3em;margin:2.2em 0 .5em;padding-top:.6em;"
    "border-top:1px solid var(--grid)}h3{font-size:1.05em;margin:1.4em 0 .3em}\n"
    ".quiet,figcaption,.note{color:var(--quiet)}.note{font-size:.92em}.warning{border-left:4px solid var(--collision);"
    "padding:.3em .8em}\n"
    "table{border-collapse:collapse;width:100%;margin:.6em 0;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28em .6em;border-bottom:1px solid var(--grid);text-align:left;vertical-align:top}\n"
    "thead th{border-bottom:2px solid var(--quiet);font-weight:600}td.n,th.n{text-align:right;white-space:nowrap}\n"
    "tbody th{font-weight:400}.name{overflow-wrap:break-word}thead "
    "th.n{white-space:normal}.mean{font-weight:600}.wide{overflow-x:auto}\n"
    ".headline{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:1.2em 0;padding:0;"
    "list-style:none}.headline li{border:1px solid var(--grid);border-radius:6px;padding:.6em .8em}\n"
    ".headline b{display:block;font-size:1.5em;font-weight:600;line-height:1.25}.headline span{color:var(--quiet);"
    "font-size:.88em}\n"
    "figure{margin:1em 0;break-inside:avoid}figcaption{font-size:.9em;margin-top:.3em}\n"
    "svg{display:block;width:100%;height:auto;font:12px system-ui,'DejaVu Sans',sans-serif}svg text{fill:var(--text)}\n"
    "svg.key{max-width:400px}svg .mid{text-anchor:middle}svg .end{text-anchor:end}svg .strong{font-weight:600}\n"
    "svg .label{fill:var(--quiet)}.grid{stroke:var(--grid);fill:none}.axis{stroke:var(--quiet);fill:none}\n"
    ".line{fill:none;stroke:var(--k);stroke-width:2;stroke-linejoin:round}.thin{stroke-width:1;opacity:.45}\n"
    ".bold{stroke-width:3}.dashed{stroke-dasharray:6 4}.band{fill:var(--k);opacity:.2}.bar{fill:var(--k);opacity:.85}\n"
    ".dot{fill:var(--k)}.mark{stroke:var(--quiet);stroke-dasharray:3 3;fill:none}.ink{--k:var(--text)}\n"
    ".hit{--k:var(--collision)}.hit-dot{fill:var(--collision);opacity:.45}.peak{fill:none;stroke:var(--collision);"
    "stroke-width:2}\n"
    ".floor{fill:var(--floor)}.plan{background:var(--background)}.solid{fill:var(--solid)}\n"
    ".wall{fill:none;stroke:var(--wall);stroke-width:1.6;stroke-linejoin:round}.door{fill:none;stroke:var(--door);"
    "stroke-width:4}.passed{stroke-width:1.5;stroke-dasharray:3 4}\n"
    ".goal{fill:var(--goal);fill-opacity:.3;stroke:var(--goal)}.counted{stroke:var(--line);stroke-width:2.5}\n"
    "svg .goal-name,svg .line-name{paint-order:stroke;stroke:var(--floor);stroke-width:3px}\n"
    ".area{fill:none;stroke:var(--line);stroke-dasharray:5 4}.scale,.frame{fill:none;stroke:var(--text)}"
    ".frame{stroke:var(--quiet)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2em 1.2em;margin:.3em 0;padding:0;list-style:none;font-size:.9em}\n"
    ".legend "
    "i{display:inline-block;width:1.6em;height:.3em;margin-right:.4em;vertical-align:middle;background:var(--k)}\n"
    ".legend i.band{height:.9em;opacity:.3}.legend i.dashed{background:none;border-top:2px dashed var(--k);height:0}\n"
    "details{margin:1em 0}summary{cursor:pointer;font-weight:600}pre{white-space:pre-wrap;overflow-wrap:anywhere;"
    "background:var(--background);padding:1em;font:12.5px/1.45 ui-monospace,'DejaVu Sans Mono',monospace}\n"
    "@page{size:A4;margin:16mm 15mm}\n"
    "@media print{html{font-size:10pt;background:#fff}body{max-width:none;padding:0;background:#fff}"
    "h2{margin-top:1.1em}h2,h3,section>p{break-after:avoid}th,td{padding:.14em "
    ".5em}tr{break-inside:avoid}svg.plan{background:none}*{print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}}\n";

void wi_page_style(FILE *to) {
    fprintf(to, "<style>\n:root{color-scheme:light dark;");
    print_theme(to, WI_LIGHT);
    fprintf(to, "}\n@media screen and (prefers-color-scheme:dark){:root{");
    print_theme(to, WI_DARK);
    fprintf(to, "}}\n@media print{:root{color-scheme:light;--text:#000;--quiet:#444;--grid:#ddd}}\n");
    print_categories(to);
    fputs(rules, to);
    fprintf(to, "</style>\n");
}
