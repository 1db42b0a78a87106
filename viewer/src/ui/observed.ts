/** A set of values that tells its listeners when one of them has changed. */
export class Observed<T extends object> {
  private readonly listeners = new Set<(values: T, changed: (keyof T)[]) => void>();

  constructor(private values: T) {}

  get now(): Readonly<T> {
    return this.values;
  }

  set(patch: Partial<T>): void {
    const changed = (Object.keys(patch) as (keyof T)[]).filter((key) => patch[key] !== this.values[key]);
    if (changed.length === 0) return;
    this.values = { ...this.values, ...patch };
    for (const listener of [...this.listeners]) listener(this.values, changed);
  }

  listen(listener: (values: T, changed: (keyof T)[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
