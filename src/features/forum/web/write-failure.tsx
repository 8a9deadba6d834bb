import { useEffect, useState } from 'react'
import { signInAgainAfter } from '#features/accounts/web/accounts.api.ts'
import { counted } from '#shared/counted.ts'
import { CallError } from '#web/call.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'

/** Why a text was not stored. */
export interface WriteFailure {
  code: string
  text: string
  /** When the next try may succeed, in ms since 1970; null if that is unknown. */
  retryAt: number | null
}

/** Describes a failed write. If the session has ended, it opens the sign-in dialog; the form preserves the text. */
export function writeFailureOf(error: unknown): WriteFailure {
  if (!(error instanceof CallError)) throw error
  signInAgainAfter(error)
  const { code, retryAfter } = error
  return { code, text: error.message, retryAt: retryAfter === null ? null : Date.now() + retryAfter * 1000 }
}

/** Shows a failure, with the seconds until the next try. */
export function WriteFailureNote({ failure }: { failure: WriteFailure }) {
  const left = useSecondsUntil(failure.retryAt)
  return (
    <p className="min-w-0 text-13 text-danger">
      <span role="alert">{failure.text}</span>
      {left > 0 && <span className="num"> {counted(left, 'second')} left.</span>}
      {failure.retryAt !== null && left === 0 && <span> {THREAD_TEXTS.tryNow}</span>}
    </p>
  )
}

function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === null) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= at) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
}
