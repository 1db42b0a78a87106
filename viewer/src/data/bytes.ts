// Typed columns out of a buffer, without copying where their alignment allows it. Lengths are checked before anything
// is made, so that bytes that lie about themselves cost nothing.

interface ColumnType<T> {
  new (buffer: ArrayBuffer, offset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

export class Bytes {
  private readonly view: DataView;
  readonly end: number;

  constructor(
    private readonly buffer: ArrayBuffer,
    private readonly what: string,
    public at = 0,
    end = buffer.byteLength,
  ) {
    this.view = new DataView(buffer);
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  fail(why: string): never {
    throw new Error(`${this.what} cannot be read: ${why} (at byte ${this.at})`);
  }

  private need(bytes: number): void {
    if (bytes > this.left) this.fail(`${bytes} bytes are announced and ${this.left} are there`);
  }

  u32(): number {
    this.need(4);
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  i32(): number {
    return this.u32() | 0;
  }

  f32(): number {
    this.need(4);
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }

  /** The next `count` values, and what fills them up to a multiple of 4 bytes. */
  column<T>(type: ColumnType<T>, count: number): T {
    const size = type.BYTES_PER_ELEMENT;
    const bytes = 4 * Math.ceil((count * size) / 4); // not by bits, which would cut huge lengths down
    this.need(bytes);
    const from = this.at;
    this.at += bytes;
    if (from % size === 0) return new type(this.buffer, from, count);
    return new type(this.buffer.slice(from, from + count * size), 0, count);
  }
}
