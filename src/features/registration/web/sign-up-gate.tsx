import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DOOR_TEXTS } from '../door.texts.ts'
import { registrationQuery } from './registration.api.ts'

/** In place of the sign-up form of the dialog where not everybody may create an account. */
export function SignUpGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(registrationQuery())
  if (!data || data.registration === 'open') return children
  return (
    <div className="grid gap-3">
      <p className="text-16">{DOOR_TEXTS[data.registration]}</p>
      <p>
        <a className="linkish" href="/signup">
          {data.registration === 'request' ? DOOR_TEXTS.askInstead : DOOR_TEXTS.more}
        </a>
      </p>
    </div>
  )
}
