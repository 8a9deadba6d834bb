import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on standard output. Personal data and secrets have no place here: log ids, not contents. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], censor: '[hidden]' },
    serializers: { err: errorOf },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** PostgreSQL's errors carry whole rows and connections; what says where and why is enough. */
function errorOf(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, code }
}
