import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Writes JSON lines to standard output. Log ids, never personal data or secrets. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], censor: '[hidden]' },
    serializers: { err: errorOf },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** PostgreSQL's errors carry whole rows and connections; code, place and cause suffice. */
function errorOf(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, code }
}
