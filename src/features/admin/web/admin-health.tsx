import { useMutation, useQuery } from '@tanstack/react-query'
import { counted } from '#shared/counted.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { showFailure } from '#web/write-failure.ts'
import type { SiteFinding } from '../admin-health.contract.ts'
import { runCheck } from '../admin-health.endpoints.ts'
import { HEALTH_TEXTS } from '../admin-health.texts.ts'
import { findingsQuery } from './admin.api.ts'

const ICONS: Record<SiteFinding['state'], IconName> = { failing: 'x', warning: 'alert', ok: 'check' }

/** Lists what is wrong with the site and what to do, the worst first; what is well is one line until it is opened. */
export function AdminHealth() {
  const { data, isError, refetch } = useQuery(findingsQuery())
  if (isError && !data) return <ErrorState text={HEALTH_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!data) return <RowsSkeleton count={5} />
  const wrong = data.findings.filter(({ state }) => state !== 'ok')
  const well = data.findings.filter(({ state }) => state === 'ok')
  return (
    <>
      {wrong.length > 0 ? (
        <FindingList label="What to do" findings={wrong} />
      ) : (
        <p className="title text-28">{HEALTH_TEXTS.allWell}</p>
      )}
      {well.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 text-14 text-text-2">
            {HEALTH_TEXTS.wellCount(counted(well.length, 'check'))}
          </summary>
          <FindingList label="What is well" findings={well} />
        </details>
      )}
      <Section title="On request">
        <p className="max-w-[65ch] pb-2 text-text-2">{HEALTH_TEXTS.onRequest}</p>
        <ul aria-label="On request">
          {data.outside.map((each) => (
            <OutsideCheck key={each.check} {...each} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function FindingList({ label, findings }: { label: string; findings: readonly SiteFinding[] }) {
  return (
    <ul aria-label={label}>
      {findings.map((finding) => (
        <li
          key={`${finding.check} ${finding.sentence}`}
          className="border-t border-line py-4 first:border-t-0 first:pt-0"
        >
          <FindingText finding={finding} />
        </li>
      ))}
    </ul>
  )
}

function FindingText({ finding }: { finding: SiteFinding }) {
  const { state, label, sentence, todo } = finding
  return (
    <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 gap-y-1">
      <span className={state === 'failing' ? 'pt-px text-danger' : 'pt-px text-text-2'}>
        <Icon name={ICONS[state]} size={20} />
        <span className="visually-hidden">{HEALTH_TEXTS.states[state]}: </span>
      </span>
      <p className="max-w-[65ch] text-15 wrap-anywhere">
        <b className="font-[650]">{label}.</b> {sentence}
      </p>
      {todo && <p className="col-start-2 max-w-[65ch] text-14 wrap-anywhere text-text-2">{todo}</p>}
    </div>
  )
}

function OutsideCheck({ check, label }: { check: string; label: string }) {
  const run = useMutation({
    mutationFn: () => call(runCheck, { params: { check }, body: {} }),
    onError: (error) => showFailure(HEALTH_TEXTS.failed, error),
  })
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-3" aria-live="polite">
        {run.data ? (
          run.data.findings.map((finding) => <FindingText key={finding.sentence} finding={finding} />)
        ) : (
          <p className="text-15 font-[650]">{label}</p>
        )}
      </div>
      <Button
        className="self-start justify-self-start"
        icon="play"
        disabled={run.isPending}
        onClick={() => run.mutate()}
        aria-label={`${HEALTH_TEXTS.doNow}: ${label}`}
      >
        {HEALTH_TEXTS.doNow}
      </Button>
    </li>
  )
}
