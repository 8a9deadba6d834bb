import { type FormEvent, useState } from 'react'
import { LibraryError } from '#features/library/web/library-changes.api.ts'
import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { type Acting, askToSignIn } from './game-actions.api.ts'

/**
 * Runs `work`. Returns null when it succeeded, else the sentence for the form. A refusal of the server has its own
 * sentence. `asToast` shows it as a toast, for actions without a form.
 */
export async function runForProblem(
  acting: Acting,
  work: () => Promise<unknown>,
  asToast = false,
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    const { cause } = error
    // The typed values are still in the dialog behind.
    if (cause instanceof CallError && cause.status === 401) askToSignIn(acting, 'status', () => {})
    const isRefusal = cause instanceof CallError && cause.status >= 400 && cause.status < 500
    const sentence = isRefusal ? cause.message : `${error.message}. ${PLEASE_TRY_AGAIN}`
    if (asToast) toast({ title: sentence, tone: 'danger' })
    return sentence
  }
}

/**
 * The state of a form in a dialog that shows its problem in the footer. `submit` sends once at a time, and nothing while a field
 * is wrong; `send` returns the sentence of a failure, else null.
 */
export function useProblemForm() {
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent, isWrong: boolean, send: () => Promise<string | null>) => {
    event.preventDefault()
    // The dialog may stand in a form of the page.
    event.stopPropagation()
    setTried(true)
    if (isSaving || isWrong) return
    setSaving(true)
    setProblem(await send())
    setSaving(false)
  }
  return { isTried, isSaving, problem, submit }
}
