// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answers,
  asked,
  declined,
  field,
  json,
  open,
  pass,
  posts,
  press,
  SESSION,
  where,
} from '#tests/browser/auth-form.tsx'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'

const CHALLENGE = '/api/auth/passkeys/challenge'
const SIGN_IN = '/api/auth/passkeys/sign-in'

interface Ceremony {
  mediation: string | undefined
  signal: AbortSignal
  choose: () => void
}
let ceremonies: Ceremony[] = []
let isSupported = true

/** A browser that waits until somebody chooses a passkey, as browsers do. */
function get({ mediation, signal }: CredentialRequestOptions): Promise<Credential | null> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null }
    const credential = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
    ceremonies.push({
      mediation,
      signal: signal as AbortSignal,
      choose: () => resolve(credential as unknown as Credential),
    })
  })
}

beforeEach(() => {
  dismissToast()
  ceremonies = []
  isSupported = true
  const isConditionalMediationAvailable = () => Promise.resolve(isSupported)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable }),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
  answers[CHALLENGE] = () => json(200, { challenge: 'AQID', allowCredentials: [], userVerification: 'required' })
  answers[SIGN_IN] = () =>
    json(200, { user: VIEWER, session: SESSION, profile: { ...VIEWER, settings: { onboarded: true } } })
})
afterEach(() => Reflect.deleteProperty(navigator, 'credentials'))

/** Waits for the library, which loads on its own, and for `count` ceremonies. */
const waitFor = async (count: number) => {
  await vi.waitFor(async () => {
    await pass(1)
    expect(ceremonies).toHaveLength(count)
  })
}

test('the browser offers passkeys at the field for the address, and the chosen one signs in', async () => {
  await open('/signin?redirect=%2Fprofile')
  expect(field('Email').getAttribute('autocomplete')).toBe('username webauthn')
  await waitFor(1)
  expect(ceremonies[0]?.mediation).toBe('conditional')
  ceremonies[0]?.choose()
  await pass(600)
  expect(posts(SIGN_IN)).toHaveLength(1)
  expect(toastStore.get()?.title).toBe('Signed in successfully')
  expect(where()).toBe('/profile')
})

test('the button ends the offer without a word; the next visit of the field makes it again', async () => {
  await open('/signin')
  await waitFor(1)
  await press('Sign in with a passkey')
  await waitFor(2)
  expect(ceremonies.map(({ signal, mediation }) => [signal.aborted, mediation])).toEqual([
    [true, 'conditional'],
    [false, undefined],
  ])
  expect(toastStore.get()).toBeNull()
  fireEvent.focus(field('Email'))
  await waitFor(3)
  expect(ceremonies[2]?.mediation).toBe('conditional')
})

test('a button that is pressed while the first challenge is on its way has the newest challenge and is not ended', async () => {
  const first = Promise.withResolvers<Response>()
  const second = Promise.withResolvers<Response>()
  const late = [first, second]
  answers[CHALLENGE] = () => late.shift()?.promise as Promise<Response>
  const challenge = () => json(200, { challenge: 'AQID', allowCredentials: [], userVerification: 'required' })
  await open('/signin')
  await vi.waitFor(() => expect(posts(CHALLENGE)).toHaveLength(1))
  await press('Sign in with a passkey')
  await pass(50)
  // The second answer would otherwise come first, and the first one would then replace its cookie.
  expect(posts(CHALLENGE)).toHaveLength(1)
  first.resolve(challenge())
  await vi.waitFor(() => expect(posts(CHALLENGE)).toHaveLength(2))
  second.resolve(challenge())
  await waitFor(1)
  await pass(50)
  expect(ceremonies.map(({ signal, mediation }) => [signal.aborted, mediation])).toEqual([[false, undefined]])
  expect(toastStore.get()).toBeNull()
})

test('a page that stays open asks for a new challenge before the old one is over', async () => {
  await open('/signin')
  await waitFor(1)
  await pass(4 * 60_000)
  await waitFor(2)
  expect(ceremonies.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(posts(CHALLENGE)).toHaveLength(2)
})

test('a chosen passkey that the server refuses says so, and passkeys are offered again from the field', async () => {
  answers[SIGN_IN] = () => declined(401, 'passkey_unknown', 'This passkey belongs to no account here.')
  await open('/signin')
  await waitFor(1)
  ceremonies[0]?.choose()
  await pass(10)
  expect(toastStore.get()?.description ?? toastStore.get()?.title).toContain('This passkey belongs to no account here.')
  expect(where()).toBeUndefined()
  fireEvent.focus(field('Email'))
  await waitFor(2)
})

test('leaving the page ends the offer', async () => {
  const { router } = await open('/signin')
  await waitFor(1)
  await router.navigate('/all-games')
  await vi.waitFor(async () => {
    await pass(1)
    expect(ceremonies[0]?.signal.aborted).toBe(true)
  })
  expect(toastStore.get()).toBeNull()
})

test.each([
  ['a browser without it', () => (isSupported = false)],
  [
    'the server that allows no more challenges',
    () => (answers[CHALLENGE] = () => declined(429, 'rate_limit_exceeded', 'Wait')),
  ],
  [
    'a page without a form',
    () =>
      (answers['/api/auth/providers'] = () =>
        json(200, { google: true, name: 'Keycloak', password: false, providers: [{ id: 'oidc', name: 'Keycloak' }] })),
  ],
])('%s: nothing is offered and nothing is said', async (_, arrange) => {
  arrange()
  await open('/signin')
  await pass(50)
  expect(ceremonies).toEqual([])
  expect(toastStore.get()).toBeNull()
})

test('the page of the sign-up offers no passkey', async () => {
  await open('/signup')
  await pass(50)
  expect(asked.filter(({ path }) => path === CHALLENGE)).toEqual([])
})
