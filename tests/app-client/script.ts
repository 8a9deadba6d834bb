import { randomUUID } from 'node:crypto'
import { argv } from 'node:process'
import { defaults, getCsrfToken, getEntry, getReview, saveProgress, signIn } from './client.ts'

// What somebody would write with the client that is generated from the app's own document (tests/openapi.test.ts). The
// test checks its types and runs it. It signs in, saves a progress, reads it again, and meets a refusal.

const [, , baseUrl = '', email = '', password = ''] = argv
const cookies = new Map<string, string>()
defaults.baseUrl = baseUrl
defaults.fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
  const response = await fetch(input, { ...init, headers })
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
    cookies.set(name, value)
  }
  return response
}

/** Returns the header of a write. */
async function token() {
  const answer = await getCsrfToken()
  if (answer.status !== 200) throw new Error('no token')
  return { headers: { 'x-csrf-token': answer.data.csrfToken } }
}

const signedIn = await signIn({ email, password }, await token())
if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn))
const saved = await saveProgress(
  'igdb_101',
  { status: 'playing', play_time: 3 },
  { idempotencyKey: randomUUID() },
  await token(),
)
if (saved.status !== 200) throw new Error(JSON.stringify(saved))
const read = await getEntry('igdb_101')
const hours: number | null = read.status === 200 ? read.data.entry.play_time : null
const missing = await getReview('019a2b3c-0000-7000-8000-000000000001')
const code: 'review_not_found' | null = missing.status === 404 ? missing.data.code : null
console.log(JSON.stringify({ hours, code }))
