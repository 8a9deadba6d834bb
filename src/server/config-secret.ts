import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from '#db/file-problem.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'

/** Of a secret, at least; a shorter secret file is damaged. */
export const SECRET_LENGTH = 32

/** Reads the secret file in the data folder; null if there is none. */
export function readSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`${fileProblem(error, file)}. Run every command as the user that runs the app.`)
  }
}

/** Writes the secret of a restored backup to the secret file, unless there is one. */
export function placeSecret(dataDir: string, secret: string): void {
  const file = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ConfigError(`${fileProblem(error, file)}, so the secret cannot be written to it: nothing was restored.`)
  }
}

/**
 * Returns the settings with a secret. A first start without SECRET creates the secret file, so that sessions survive a
 * restart. It comes after the checks of all other settings, so that a refused one leaves nothing behind.
 * @throws ConfigError
 */
export function withSecret(config: Config): Config {
  return config.secret.length < SECRET_LENGTH ? { ...config, secret: makeSecret(config.dataDir) } : config
}

function makeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    try {
      // With 'wx' exactly one of two simultaneous starts writes the file.
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const secret = readSecret(dataDir) ?? ''
    if (secret.length < SECRET_LENGTH)
      throw new ConfigError(`The file ${file} is damaged. Delete it; then everybody has to sign in again.`)
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new ConfigError(`The disk that holds the data folder ${dataDir} is full.`)
    throw new ConfigError(`The data folder ${dataDir} cannot be written to (${code}). Choose another with DATA_DIR.`)
  }
}
