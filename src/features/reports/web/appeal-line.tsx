import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { appealSentence } from '#shared/appeals.texts.ts'
import { call } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { APPEAL_TEXTS } from '../appeal-dialog.texts.ts'
import type { OwnAppeal } from '../appeals.contract.ts'
import { appealSuspension, createAppeal } from '../appeals.endpoints.ts'
import { ownDecisionsQuery } from './appeals.api.ts'

const AppealDialog = lazyLoaded(() => import('./appeal-dialog.tsx'), 'AppealDialog')

/** Under a text that was hidden or declined: its author can appeal, or reads where the appeal stands. */
export function AppealLine({ type, id }: { type: string; id: string }) {
  const client = useQueryClient()
  const isMember = useViewer() !== null
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...ownDecisionsQuery(), enabled: isMember })
  const decision = data?.decisions.find((one) => one.type === type && one.id === id)
  if (!decision) return null
  if (decision.appeal) return <Stand appeal={decision.appeal} />
  return (
    <>
      <button type="button" className="linkish tap" onClick={() => setOpen(true)}>
        {APPEAL_TEXTS.appeal}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AppealDialog
            about={APPEAL_TEXTS.aboutText}
            onClose={() => setOpen(false)}
            send={async (text) => {
              await call(createAppeal, { body: { type, id, text } }).finally(() =>
                client.invalidateQueries({ queryKey: ownDecisionsQuery().queryKey }),
              )
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Under the refusal of a sign-in. */
export function SuspensionAppeal({ token }: { token: string }) {
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState<OwnAppeal | null>(null)
  if (sent) return <Stand appeal={sent} />
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {APPEAL_TEXTS.appeal}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AppealDialog
            about={APPEAL_TEXTS.aboutAccount}
            onClose={() => setOpen(false)}
            send={async (text) => setSent((await call(appealSuspension, { body: { token, text } })).appeal)}
          />
        </Suspense>
      )}
    </>
  )
}

const Stand = ({ appeal: { state, created_at, answer } }: { appeal: OwnAppeal }) => (
  <span className="wrap-anywhere" dir="auto">
    {appealSentence({ state, at: new Date(created_at), answer })}
  </span>
)
