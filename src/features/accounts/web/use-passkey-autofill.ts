import { useEffect, useRef } from 'react'
import { CallError } from '#web/call.ts'
import { loadWebAuthn, signInByPasskey, toastPasskeyFailure } from './passkey-sign-in.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/** A challenge is accepted for five minutes; a page that stays open asks for another one before. */
const RENEWAL_MS = 4 * 60_000

/**
 * Lets the browser offer passkeys among the addresses that it fills into the field with `autocomplete="username webauthn"` ("conditional
 * UI"). Returns what that field calls on focus: it offers them again after another way of signing in was begun and left.
 */
export function usePasskeyAutofill(
  isOffered: boolean,
  target: string | null,
  { onSuccess, onRefused }: { onSuccess?: (() => void) | undefined; onRefused: (failure: CallError) => void },
): () => void {
  const enter = useCompleteSignIn(target, onSuccess)
  const latest = useRef({ enter, onRefused })
  latest.current = { enter, onRefused }
  const offer = useRef<() => void>(() => {})
  useEffect(() => {
    if (!isOffered) return
    const offered = offerPasskeys(
      (answer) => latest.current.enter(answer, null),
      (failure) => latest.current.onRefused(failure),
    )
    offer.current = offered.start
    offered.start()
    return () => {
      offer.current = () => {}
      offered.end()
    }
  }, [isOffered])
  return () => offer.current()
}

function offerPasskeys(
  enter: (answer: Awaited<ReturnType<typeof signInByPasskey>>) => Promise<void>,
  refuse: (failure: CallError) => void,
) {
  let isEnded = false
  let isWaiting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function wait(): Promise<void> {
    if (!(await isSupported())) return
    const answer = await signInByPasskey(true)
    if (!isEnded) await enter(answer)
  }
  function start(): void {
    if (isEnded || isWaiting) return
    isWaiting = true
    let isRenewed = false
    timer = setTimeout(() => {
      isRenewed = true
      void cancel()
    }, RENEWAL_MS)
    void wait()
      // The button below, or the end of the page, ends the ceremony. What the server refuses concerns a passkey that was chosen.
      .catch((error: unknown) => {
        if (isEnded || !(error instanceof CallError) || error.code === 'rate_limit_exceeded') return
        toastPasskeyFailure(error)
        refuse(error)
      })
      .finally(() => {
        clearTimeout(timer)
        isWaiting = false
        if (isRenewed) start()
      })
  }
  return {
    start,
    end(): void {
      isEnded = true
      clearTimeout(timer)
      if (isWaiting) void cancel()
    },
  }
}

const cancel = async () => (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony()

const isSupported = async () =>
  'PublicKeyCredential' in window && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
