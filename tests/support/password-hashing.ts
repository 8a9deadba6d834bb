import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHashing } from '#features/accounts/server/auth/authenticator.ts'

const derive = promisify<string, string, number, { N: number; r: number }, Buffer>(scrypt)
const keyOf = async (password: string, salt: string) =>
  (await derive(password.normalize('NFKC'), salt, 64, { N: 2, r: 1 })).toString('hex')

/**
 * The app's scrypt at the lowest possible cost. At full cost a hash takes 60 ms, and the tests sign up some thousand
 * members.
 */
export const cheapPasswordHashing: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${await keyOf(password, salt)}`
  },
  async verify({ hash, password }) {
    const [salt = '', key] = hash.split(':')
    return (await keyOf(password, salt)) === key
  },
}
