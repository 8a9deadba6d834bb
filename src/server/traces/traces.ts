import type { IncomingMessage, ServerResponse } from 'node:http'

/** Records what a node does as spans of OpenTelemetry (decision 0117). */
export interface Traces {
  /** Runs the work of a request in a span that ends with the response. */
  request: (request: IncomingMessage, response: ServerResponse, work: () => void) => void
  /** Names the pattern of the address, such as `/profile/:handle`. The address itself stays out of spans. */
  nameRoute: (pattern: string) => void
  /** Records a statement that has just ended, without its parameters. */
  statement: (sql: string, milliseconds: number) => void
  /** Runs one request to a source of games in a span. The source learns nothing of it. */
  source: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Sends what is left, within two seconds. */
  close: () => Promise<void>
}

/** Those of this process; null while traces are off. Sources are called from everywhere, so they find it here. */
let ofProcess: Traces | null = null

export const activeTraces = (): Traces | null => ofProcess

export function setTraces(traces: Traces | null): void {
  ofProcess = traces
}

/** Returns whether the names of OpenTelemetry in the environment turn traces on. */
export function wantsTraces(env: Readonly<Record<string, string | undefined>>): boolean {
  const isOff = /^true$/i.test(env.OTEL_SDK_DISABLED ?? '') || env.OTEL_TRACES_EXPORTER === 'none'
  return !isOff && Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}
