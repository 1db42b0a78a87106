// What a live server says in text, checked.
import type { About, LiveStatus } from "../types.ts";
import { readAbout } from "./about.ts";

export type Said =
  | { say: "about"; about: About }
  | { say: "status"; status: LiveStatus }
  | { say: "set"; profile: number; parameter: string; value: number }
  | { say: "door"; door: number; open: boolean }
  | { say: "avatar"; id: number }
  | { say: "reset" }
  | { say: "error"; text: string };

type Members = Record<string, unknown>;

function parse(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Members;
  } catch {
    // said below
  }
  throw new Error("the server sent something that is not JSON");
}

function readStatus(said: Members): LiveStatus {
  return {
    running: said.running === true,
    speed: Number(said.speed ?? 1),
    actual: typeof said.actual === "number" ? said.actual : undefined,
    time: Number(said.time ?? 0),
    tick: Number(said.tick ?? 0),
    agents: Number(said.agents ?? 0),
    seed: String(said.seed ?? ""),
    end: String(said.end ?? ""),
  };
}

/** undefined: something that a newer server says and that we need not know. */
export function readMessage(text: string): Said | undefined {
  const said = parse(text);
  switch (said.say) {
    case "about":
      return { say: "about", about: { ...readAbout(said.about), live: true } };
    case "status":
      return { say: "status", status: readStatus(said) };
    case "set":
      return {
        say: "set",
        profile: Number(said.profile),
        parameter: String(said.parameter),
        value: Number(said.value),
      };
    case "door":
      return { say: "door", door: Number(said.door), open: said.open === true };
    case "avatar":
      return { say: "avatar", id: Number(said.id ?? 0) };
    case "reset":
      return { say: "reset" };
    case "error":
      return { say: "error", text: String(said.text ?? "") };
    default:
      return undefined;
  }
}
