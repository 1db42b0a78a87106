/** Those who want to be told. */
export class Listeners<T extends unknown[]> {
  private readonly all = new Set<(...what: T) => void>();

  add(listener: (...what: T) => void): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  tell(...what: T): void {
    for (const listener of [...this.all]) listener(...what);
  }

  clear(): void {
    this.all.clear();
  }
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
