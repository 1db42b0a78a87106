import { DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry } from "three";
import type { BufferGeometry } from "three";

/** Columns of numbers, one row per instance, for one or more geometries that are drawn once per row. */
export class Instances<Name extends string> {
  readonly geometries: InstancedBufferGeometry[];
  /** The numbers themselves; others after `reserve`. */
  readonly columns = {} as Record<Name, Float32Array>;
  private attributes: InstancedBufferAttribute[] = [];
  private capacity = 0;

  constructor(
    private readonly widths: Record<Name, number>,
    shapes: BufferGeometry[],
  ) {
    this.geometries = shapes.map(instanced);
    this.reserve(64);
  }

  /** Makes room for this many rows; what was in the columns is lost when they have to grow. */
  reserve(rows: number): void {
    if (rows <= this.capacity) {
      return;
    }
    this.capacity = Math.max(rows, this.capacity * 2);
    // Disposing gives the old buffers back to the GPU; the geometry itself is uploaded again when drawn.
    this.dispose();
    this.attributes = (Object.keys(this.widths) as Name[]).map((name) => this.allocate(name));
  }

  private allocate(name: Name): InstancedBufferAttribute {
    const width = this.widths[name];
    this.columns[name] = new Float32Array(this.capacity * width);
    const attribute = new InstancedBufferAttribute(this.columns[name], width);
    attribute.setUsage(DynamicDrawUsage);
    this.geometries.forEach((geometry) => geometry.setAttribute(name, attribute));
    return attribute;
  }

  /** Draws rows 0 to count, and uploads those from `first` to `last`. */
  commit(count: number, first = 0, last = count): void {
    for (const geometry of this.geometries) {
      geometry.instanceCount = count;
    }
    if (last > first) {
      for (const attribute of this.attributes) {
        attribute.addUpdateRange(first * attribute.itemSize, (last - first) * attribute.itemSize);
        attribute.needsUpdate = true;
      }
    }
  }

  dispose(): void {
    this.geometries.forEach((geometry) => geometry.dispose());
  }
}

function instanced(shape: BufferGeometry): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex(shape.getIndex());
  for (const name of Object.keys(shape.attributes)) {
    geometry.setAttribute(name, shape.getAttribute(name));
  }
  geometry.instanceCount = 0;
  return geometry;
}
