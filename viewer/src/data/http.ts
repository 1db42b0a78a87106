// GET with patience: a server that is busy or was restarted gets a few more chances.

const PAUSES = [0.3, 1, 3]; // s before each further try

const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * seconds));

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function attempt(url: string, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: "same-origin" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error(`the server does not answer (${url}); is \`wend view\` still running?`);
  }
  if (response.ok) return response;
  const said = (await response.text()).slice(0, 300).trim();
  throw new HttpError(response.status, said || `the server answers ${response.status} to ${url}`);
}

/** What we asked wrongly will be as wrong the next time. */
function isFinal(error: unknown): boolean {
  return error instanceof HttpError && error.status < 500 && error.status !== 429;
}

export async function get(url: string, signal?: AbortSignal, pauses: number[] = PAUSES): Promise<Response> {
  for (const seconds of pauses) {
    try {
      return await attempt(url, signal);
    } catch (error) {
      if (signal?.aborted || isFinal(error)) throw error;
      await pause(seconds);
    }
  }
  return attempt(url, signal);
}
