// The command `wend`, where it is built. $WEND_COMMAND names another one than the launcher's.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export const COMMAND = resolve(process.env.WEND_COMMAND ?? "../build/release/bin/wend");

/** Why tests that need the command are skipped, or false. With a word: the command must know it. */
export function lacksCommand(word?: string): string | false {
  if (!existsSync(COMMAND)) return "the command is not built";
  if (word === undefined) return false;
  try {
    execFileSync(COMMAND, [word, "--help"], { stdio: "ignore" });
    return false;
  } catch {
    return `the command has no "${word}"`;
  }
}

export function record(scenario: string, path: string, ...more: string[]): void {
  execFileSync(COMMAND, ["run", scenario, "--record", path, ...more], { stdio: "ignore" });
}

export interface Served {
  address: string;
  stop(): Promise<void>;
}

/** Starts `wend view` or `wend serve` and waits for the address that it prints. */
export function serve(args: string[], pages: string): Promise<Served> {
  const process_ = spawn(COMMAND, [...args, "--no-open"], { env: { ...process.env, WEND_VIEWER_DIR: pages } });
  return new Promise((started, failed) => {
    let said = "";
    const listen = (bytes: Buffer): void => {
      said += bytes.toString();
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) started({ address, stop: () => stop(process_) });
    };
    process_.stdout.on("data", listen);
    process_.stderr.on("data", listen);
    process_.on("exit", (code) => failed(new Error(`wend ${args.join(" ")} ended with ${code}: ${said}`)));
  });
}

/** Ctrl-C, as a person would. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.on("exit", () => done());
    child.kill("SIGINT");
  });
}
