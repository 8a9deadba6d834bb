import { useState } from 'react'
import { toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { AppQuestion } from '../apps.contract.ts'
import { decideAppRequest } from '../apps.endpoints.ts'
import { hostOfRedirect } from '../apps.rules.ts'
import { APP_QUESTION } from '../apps.texts.ts'
import { SCOPE_TEXTS } from '../tokens.texts.ts'

interface Props {
  question: AppQuestion
  /** The name of the signed-in member. */
  username: string
  /** Leaves the page for the app. */
  leave?: (url: string) => void
}

/** Asks the member whether an app may use the account: who asks, for what, and where the answer goes. */
export function AppConsent({ question, username, leave = (url) => window.location.assign(url) }: Props) {
  const { name, made_by, redirect_uri, scopes, is_lasting, signed } = question
  const [decided, setDecided] = useState<'allow' | 'deny' | null>(null)

  async function decide(decision: 'allow' | 'deny'): Promise<void> {
    setDecided(decision)
    try {
      const { url } = await call(decideAppRequest, { body: { signed, allow: decision === 'allow' } })
      leave(url)
    } catch (error) {
      toastFailure(error)
      setDecided(null)
    }
  }

  return (
    <section className="grid gap-5" aria-labelledby="app-asks">
      <div className="grid gap-1.5">
        <h1 id="app-asks" className="title text-28 break-words">
          {name} asks for access
        </h1>
        <p className="text-14 break-words text-text-2">
          {made_by && `${APP_QUESTION.madeBy(made_by)} `}
          {APP_QUESTION.signedInAs} <strong className="font-semibold text-text">@{username}</strong>.
        </p>
      </div>
      <div className="panel grid gap-3.5">
        <h2 className="text-15 font-semibold">{APP_QUESTION.willBeAble}</h2>
        <Permissions scopes={scopes} />
      </div>
      <p className="text-14 text-text-2">
        {is_lasting ? APP_QUESTION.lastingAccess : APP_QUESTION.hourOfAccess} Your answer goes to{' '}
        <strong className="font-semibold wrap-anywhere text-text">{hostOfRedirect(redirect_uri)}</strong>.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="solid"
          size="big"
          busy={decided === 'allow'}
          busyLabel="Allowing…"
          disabled={decided === 'deny'}
          onClick={() => void decide('allow')}
        >
          Allow
        </Button>
        <Button
          size="big"
          busy={decided === 'deny'}
          busyLabel="Denying…"
          disabled={decided === 'allow'}
          onClick={() => void decide('deny')}
        >
          Deny
        </Button>
      </div>
    </section>
  )
}

function Permissions({ scopes }: Pick<Props['question'], 'scopes'>) {
  return (
    <ul className="grid gap-3" aria-label="Permissions">
      {scopes.map((scope) => (
        <li key={scope} className="flex gap-3">
          <span className="mt-0.5 text-text-2">
            <Icon name={scope.startsWith('write:') ? 'pen' : 'eye'} size={20} />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="text-15">{SCOPE_LABELS[scope]}</span>
            <span className="text-13 text-text-2">{SCOPE_TEXTS[scope]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
