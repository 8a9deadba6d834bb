import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortPlatform } from '#features/catalogue/names.rules.ts'
import { copyText } from '#web/copy.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { COPY_FROM_FIELD } from '#web/ui/error-texts.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Section } from '#web/ui/section.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import { CALENDAR_TEXTS, RELEASE_TEXTS } from '../releases.texts.ts'
import { calendarLinkQuery, deleteLinkMutation, releasePlatformsQuery, renewLinkMutation } from './releases.api.ts'

/** The secret address of the member's releases for a calendar elsewhere: create, copy, renew and delete it. `isColumn`: beside a page. */
export function CalendarLink({ isColumn = false }: { isColumn?: boolean }) {
  const { data: address, isError, refetch } = useQuery(calendarLinkQuery())
  if (isError) return <ErrorState level={2} text={RELEASE_TEXTS.linkMissing} onRetry={() => void refetch()} />
  const link = address ? <Address address={address} /> : address === null && <Create />
  if (!isColumn)
    return (
      <SettingsPart title="Release calendar" text={RELEASE_TEXTS.calendar}>
        {link}
      </SettingsPart>
    )
  return (
    <Section title="Release calendar">
      <div className="grid gap-3">
        <p className="text-13 text-text-2">{RELEASE_TEXTS.calendar}</p>
        {link}
      </div>
    </Section>
  )
}

function useChange() {
  const client = useQueryClient()
  const renew = useMutation(renewLinkMutation(client))
  const remove = useMutation(deleteLinkMutation(client))
  const change = (mutation: { mutateAsync: () => Promise<unknown> }, done: string) => () =>
    void mutation.mutateAsync().then(
      () => toast({ title: done }),
      () => toast({ title: RELEASE_TEXTS.linkFailed }),
    )
  return { renew, remove, change }
}

function Create() {
  const { renew, change } = useChange()
  return (
    <Button
      kind="line"
      icon="calendar"
      className="justify-self-start"
      busy={renew.isPending}
      busyLabel="Creating…"
      onClick={change(renew, 'Calendar address created')}
    >
      Create an address
    </Button>
  )
}

function Address({ address }: { address: string }) {
  const { origin } = useEnv()
  const { renew, remove, change } = useChange()
  const { data: platforms = [] } = useQuery(releasePlatformsQuery('coming'))
  const [platform, setPlatform] = useState('')
  // A site that does not know its own address takes the browser's.
  const begin = origin || (typeof location === 'undefined' ? '' : location.origin)
  const href = `${begin}${address}${platform && `&platform=${platform}`}`

  return (
    <>
      <input
        className="input"
        aria-label="Address of your calendar"
        readOnly
        value={href}
        onFocus={({ target }) => target.select()}
      />
      <NativeSelect
        label="Platform of the calendar"
        className="w-full max-w-80"
        value={platform}
        onChange={({ target }) => setPlatform(target.value)}
        options={[
          { value: '', label: 'All platforms' },
          ...platforms.map(({ id, name }) => ({ value: String(id), label: shortPlatform(name) })),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button kind="line" icon="copy" onClick={() => void copyAddress(href)}>
          Copy
        </Button>
        <ButtonLink kind="line" icon="calendar" href={href.replace(/^https?:/, 'webcal:')}>
          Subscribe
        </ButtonLink>
        <Button
          kind="quiet"
          busy={renew.isPending}
          busyLabel="Renewing…"
          onClick={change(renew, CALENDAR_TEXTS.renewed)}
        >
          New address
        </Button>
        <Button
          kind="quiet"
          busy={remove.isPending}
          busyLabel="Deleting…"
          onClick={change(remove, 'Calendar address deleted')}
        >
          Delete
        </Button>
      </div>
    </>
  )
}

const copyAddress = (href: string) =>
  copyText(href, { title: 'Address copied' }, { title: CALENDAR_TEXTS.notCopied, description: COPY_FROM_FIELD })
