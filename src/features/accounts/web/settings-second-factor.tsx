import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { plural } from '#shared/counted.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { useAsked } from '#web/use-asked.ts'
import { SECOND_FACTOR_TEXTS } from '../settings.texts.ts'
import { providersQuery } from './providers.api.ts'
import type { SecondFactorTask } from './second-factor-dialog.tsx'
import { secondFactorQuery, signInMethodsQuery } from './settings.api.ts'
import { SettingsPart } from './settings-part.tsx'

const SecondFactorDialog = lazyLoaded(() => import('./second-factor-dialog.tsx'), 'SecondFactorDialog')

/** From this number on, the page warns that few recovery codes are left. */
const FEW = 3

/** Shows whether a second factor is required. */
export function SecondFactorPart() {
  const { data } = useQuery(secondFactorQuery())
  const { data: methods } = useQuery(signInMethodsQuery())
  const { asked, ask, close } = useAsked<SecondFactorTask>()
  const { data: providers } = useQuery(providersQuery())
  // The factor is set up with a password.
  if (!data || !methods || (providers?.password === false && !data.is_on)) return null
  return (
    <SettingsPart title="Two-factor sign-in" text={SECOND_FACTOR_TEXTS.about}>
      {!methods.password && !data.is_on ? (
        <p className="text-14 text-text-2">{SECOND_FACTOR_TEXTS.passwordFirst}</p>
      ) : data.is_on ? (
        <>
          <p className="flex flex-wrap items-center gap-2 text-14">
            <Chip edge>On</Chip>
            <span className={data.codes_left <= FEW ? 'text-danger' : 'text-text-2'}>
              {data.codes_left === 0
                ? SECOND_FACTOR_TEXTS.noCodesLeft
                : `${data.codes_left} recovery ${plural(data.codes_left, 'code is', 'codes are')} left.`}
            </span>
          </p>
          <p className="flex flex-wrap gap-2">
            <Button onClick={() => ask('renew')}>New recovery codes</Button>
            <Button kind="danger" onClick={() => ask('off')}>
              Turn off
            </Button>
          </p>
        </>
      ) : (
        <Button className="justify-self-start" onClick={() => ask('on')}>
          Turn on
        </Button>
      )}
      {asked && (
        <Suspense>
          <SecondFactorDialog key={asked.turn} task={asked.for} onClose={close} />
        </Suspense>
      )}
    </SettingsPart>
  )
}
