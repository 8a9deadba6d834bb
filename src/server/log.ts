import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on standard output. Personal data and secrets have no place here: log ids, not contents. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], censor: '[hidden]' },
  })
}
