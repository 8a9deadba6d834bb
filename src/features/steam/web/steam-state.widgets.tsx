import { useQuery } from '@tanstack/react-query'
import { numberText } from '#shared/counted.ts'
import { UtcTime } from '#web/ui/ago.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import type { SteamState } from '../steam.contract.ts'
import { STEAM_STATE_TEXTS } from '../steam-state.texts.ts'
import { PAUSE_TEXTS } from '../steam-sync.texts.ts'
import { steamStateQuery } from './steam.api.ts'

/** The state of the sync with Steam, for the operator: on or off, paused and why, and how much of the day is used. */
export function SteamSyncState() {
  const { data, isError, refetch } = useQuery(steamStateQuery())
  return (
    <Section title="Steam">
      {isError && !data ? (
        <ErrorState level={3} text={STEAM_STATE_TEXTS.notLoaded} onRetry={() => void refetch()} />
      ) : (
        data && <State state={data} />
      )}
    </Section>
  )
}

function State({ state: { is_on, pause, links, daily_links, due, requests, most_requests } }: { state: SteamState }) {
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-14 text-text-2">
        <Chip edge icon={!is_on ? 'minus' : pause ? 'alert' : 'check'}>
          {!is_on ? 'Off' : pause ? 'Paused' : 'On'}
        </Chip>
        {STEAM_STATE_TEXTS.about}
      </p>
      {!is_on && (
        <p className="text-14 text-text-2">
          <code>STEAM_API_KEY</code> is not set, so no account can be linked.
        </p>
      )}
      {is_on && pause && (
        <p role="alert" className="text-14">
          {PAUSE_TEXTS[pause.code]} {STEAM_STATE_TEXTS.askedAgainAt} <UtcTime at={pause.until} />.
        </p>
      )}
      <Facts
        items={[
          ['Linked accounts', numberText(links)],
          ['Synced every day', numberText(daily_links)],
          ['Due now', numberText(due)],
          ['Requests today (UTC)', `${numberText(requests)} of ${numberText(most_requests)}`],
        ]}
      />
    </div>
  )
}
