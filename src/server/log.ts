import { format } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { FailureWatch } from './failure-watch.ts'

export type Log = Logger

/** `auto`: text at a terminal, JSON elsewhere. */
export const LOG_FORMATS = ['auto', 'text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Returns standard output in this format: `text` for people, `json` for a collector of logs. */
export const outputOf = (format: LogFormat): DestinationStream =>
  format === 'text' || (format === 'auto' && process.stdout.isTTY) ? TEXT : pino.destination({ sync: true })

/**
 * Writes lines to standard output, unless it is given another destination. Log ids, never personal
 * data or secrets. With a `watch`, a warning or error whose cause is the database or a full disk is not written: the watch
 * writes one line about all of them, and level `debug` shows each.
 */
export function createLog(level: string, destination?: DestinationStream, watch?: FailureWatch): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.password', '*.token', '*.cookie', '*.authorization'], censor: '[hidden]' },
      serializers: { err: errorOf },
      hooks: {
        logMethod(args, method, at) {
          const { err } = (args[0] ?? {}) as { err?: unknown }
          if (watch && at >= WARN && watch.reports(err)) this.debug(...args)
          else method.apply(this, args)
        },
      },
    },
    destination ?? outputOf('auto'),
  )
  watch?.reportTo(log)
  return log
}

const WARN = pino.levels.values.warn as number

/** PostgreSQL's errors carry whole rows and connections; code, place and cause suffice. */
function errorOf(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, code }
}

const TEXT: DestinationStream = { write: (line) => process.stdout.write(plainLine(line)) }

/** Returns a line of the log as a person reads it. */
export function plainLine(json: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(json)
  const about = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level}: `}${msg}${about}${err ? `\n${err.stack}` : ''}\n`
}

const LEVELS = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const

/**
 * Makes lines of the log from all that Node and libraries would print beside it, so that the output has one format.
 */
export function logAllOutput(log: Log): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, Log['level']][])
    console[method] = (...all: unknown[]) => {
      const err = all.find((each) => each instanceof Error)
      log[level as 'info'](err ? { err } : {}, err ? err.message : format(...all))
    }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ warning: warning.name }, warning.message))
  // Only that piece of work has failed, for example a query without a `catch` when the database went away.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'A bug ended Savepoint. Start it again: nothing that was saved is lost.')
    process.exit(1)
  })
}
