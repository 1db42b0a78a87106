const PATIENCE = 30; // s; only a thing that never comes takes as long

/** Waits until something holds; gives up on what never does, naming it. */
export async function until(holds: () => boolean | Promise<boolean>, what = "what was waited for"): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 0.02) {
    if (waited > PATIENCE) throw new Error(`${what} did not come`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
