// Numbers as a person reads them.

export function clockText(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  // Rounded first, so that 59.96 becomes 1:00.0 and not 0:60.0.
  const tenths = Math.round(Math.abs(seconds) * 10);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  if (minutes < 60) return `${sign}${minutes}:${rest}`;
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

export function metres(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} m` : "unknown";
}

export function metresPerSecond(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} m/s` : "unknown";
}

export function seconds(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} s` : "unknown";
}

/** Up to four digits that matter, without trailing zeros. */
export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
}
