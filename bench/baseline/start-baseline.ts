import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { end, watch } from '../app/processes.ts'
import type { Bytes } from './bytes-server.ts'
import type { SqlPlan } from './sql-server.ts'

/** A server that the bench measures beside the app. */
export interface Baseline {
  port: number
  pid: number
  stop: () => Promise<void>
}

export function startBytesBaseline(answers: Map<string, Bytes>): Promise<Baseline> {
  return start('bytes-server.ts', answers)
}

export function startSqlBaseline(plan: SqlPlan): Promise<Baseline> {
  return start('sql-server.ts', plan)
}

async function start(file: string, task: Map<string, Bytes> | SqlPlan): Promise<Baseline> {
  // 'advanced' transfers buffers, maps and dates unchanged.
  const child: ChildProcess = watch(fork(join(import.meta.dirname, file), { serialization: 'advanced', execArgv: [] }))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)))
    child.send(task)
  })
  return { port, pid: child.pid as number, stop: () => end(child) }
}
