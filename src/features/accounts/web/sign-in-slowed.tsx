import { type ReactNode, useEffect, useRef } from 'react'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { SIGN_IN_SLOWED } from '../accounts.texts.ts'

/**
 * Says which ways still let the owner of an account in while its wrong passwords are limited. `children` is the field
 * for the code of a second factor, which is one of them.
 */
export function SignInSlowed({ refusal, children }: { refusal: { isCodeRefused: boolean }; children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null)
  // The form disabled the pressed button meanwhile, which lost the focus. A refused code gets it from the form.
  useEffect(() => {
    if (!refusal.isCodeRefused) link.current?.focus()
  }, [refusal])
  return (
    <div className="panel grid gap-4">
      <p role="alert" className="text-14">
        {SIGN_IN_SLOWED}{' '}
        <a ref={link} className="linkish" href="/forgot-password">
          {AUTH_FORM_TEXTS.linkByMail}
        </a>
      </p>
      {children}
    </div>
  )
}
