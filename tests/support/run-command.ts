import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs a command of `scripts/` as an operator does, without the settings of these tests. Returns its exit code and its output. */
export function runCommand(script: string, args: readonly string[], env: Record<string, string>, cwd?: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts', `${script}.ts`), ...args], {
    env: { ...process.env, BASE_URL: '', DATABASE_URL: '', SECRET: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  )
}
