/** How fast simulated time passes, over the last second or two. */
export class RateMeter {
  private readonly samples: { real: number; simulated: number }[] = [];

  at(real: number, simulated: number): number {
    const last = this.samples.at(-1);
    // Time that runs back is a reset.
    if (last && simulated < last.simulated) this.samples.length = 0;
    this.samples.push({ real, simulated });
    while (this.samples.length > 2 && real - this.samples[0].real > 2) this.samples.shift();
    const first = this.samples[0];
    return real > first.real ? (simulated - first.simulated) / (real - first.real) : 0;
  }
}
