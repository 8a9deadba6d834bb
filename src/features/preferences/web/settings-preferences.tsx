import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import type { DataSource, SearchStrategy } from '#features/catalogue/catalogue.contract.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Radio, Switch } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { onThemeChange, readTheme, setTheme, type Theme } from '#web/ui/theme.ts'
import type { Preferences } from '../preferences.contract.ts'
import { preferencesQuery } from './preferences.api.ts'
import { useChangePreferences } from './use-change-preferences.ts'

interface Choice<Value extends string> {
  value: Value
  label: string
  hint: string
}

const SOURCES: readonly Choice<DataSource>[] = [
  { value: 'auto', label: 'Automatic', hint: 'This site’s recommendation: IGDB for now.' },
  { value: 'popscore', label: 'Popular these days', hint: 'What people look at and play right now, from IGDB.' },
  { value: 'igdb', label: 'IGDB', hint: 'The games database of Twitch: old and new, on every platform.' },
  { value: 'rawg', label: 'RAWG', hint: 'Strong on PC and independent games.' },
  { value: 'hybrid', label: 'Both, mixed', hint: 'Half of each page from IGDB, half from RAWG, no game twice.' },
  { value: 'smart', label: 'IGDB, then RAWG', hint: 'RAWG helps out where IGDB knows nothing.' },
]

const STRATEGIES: readonly Choice<SearchStrategy>[] = [
  { value: 'smart', label: 'Automatic', hint: 'IGDB, and RAWG only when IGDB finds nothing.' },
  { value: 'combined', label: 'Half and half', hint: 'Half of the results from each of the two.' },
  { value: 'igdb_first', label: 'IGDB first', hint: 'RAWG is used only when IGDB does not respond.' },
  { value: 'rawg_first', label: 'RAWG first', hint: 'IGDB is used only when RAWG does not respond.' },
  {
    value: 'parallel',
    label: 'Everything from both',
    hint: 'The most results, and the longest wait.',
  },
  { value: 'hybrid', label: 'IGDB, filled up', hint: 'RAWG adds what is missing on a page.' },
]

const THEME_CHOICES: readonly Choice<Theme>[] = [
  { value: 'dark', label: 'Dark', hint: 'Covers in a dark room.' },
  { value: 'light', label: 'Light', hint: 'The same on paper.' },
  { value: 'system', label: 'As the device', hint: 'Follows your device, at night too.' },
]

/** Settings, Preferences (G08). Every choice is saved at once. */
export function SettingsPreferences() {
  const { data, isError, refetch } = useQuery(preferencesQuery())
  if (isError && !data)
    return <ErrorState text="Your preferences could not be loaded." onRetry={() => void refetch()} level={2} />
  if (!data) return null
  return (
    <>
      <ThemePart preferences={data} />
      <SourcePart preferences={data} />
      <StrategyPart preferences={data} />
      <ListsPart preferences={data} />
      <SwitchesPart preferences={data} />
    </>
  )
}

interface Props {
  preferences: Preferences
}

function ThemePart({ preferences }: Props) {
  const { change, state } = useChangePreferences()
  // A member without stored preferences may have chosen a theme in this browser.
  const shown = useSyncExternalStore(onThemeChange, readTheme, () =>
    preferences.updated_at === null ? null : preferences.theme,
  )
  return (
    <SettingsPart title="Theme" text="Applies wherever you sign in.">
      <Choices
        label="Theme"
        choices={THEME_CHOICES}
        value={shown}
        onChoose={(theme) => {
          const before = readTheme()
          setTheme(theme)
          change({ theme }, () => setTheme(before))
        }}
      />
      <ChangeStatus state={state} />
    </SettingsPart>
  )
}

function SourcePart({ preferences }: Props) {
  const { change, state } = useChangePreferences()
  return (
    <SettingsPart
      title="Where games come from"
      text="The catalogue that your lists come from. If it is not set up on this site, the next one is used."
    >
      <Choices
        label="Where games come from"
        choices={SOURCES}
        value={preferences.game_data_source}
        onChoose={(game_data_source) => change({ game_data_source })}
      />
      <ChangeStatus state={state} />
    </SettingsPart>
  )
}

function StrategyPart({ preferences }: Props) {
  const { change, state } = useChangePreferences()
  return (
    <SettingsPart title="How search works" text="Games that are already stored here are always searched too.">
      <Choices
        label="How search works"
        choices={STRATEGIES}
        value={preferences.search_strategy}
        onChoose={(search_strategy) => change({ search_strategy })}
      />
      <ChangeStatus state={state} />
    </SettingsPart>
  )
}

function ListsPart({ preferences }: Props) {
  const { change, state } = useChangePreferences()
  return (
    <SettingsPart title="What lists show" text="Search finds every game, whatever you choose here.">
      <Switch
        label="Show erotic games in lists"
        hint="Off: lists of games leave them out."
        checked={preferences.erotic_games}
        onChange={({ target }) => change({ erotic_games: target.checked })}
      />
      <ChangeStatus state={state} />
    </SettingsPart>
  )
}

function SwitchesPart({ preferences }: Props) {
  const { change, state } = useChangePreferences()
  return (
    <SettingsPart
      title="Speed and outages"
      text="How much this browser stores, and what happens when a catalogue does not respond."
    >
      <Switch
        label="Store games in this browser"
        hint="The last hundred games that you opened load instantly for an hour. Off: each is loaded again after a reload."
        checked={preferences.cache_enabled}
        onChange={({ target }) => change({ cache_enabled: target.checked })}
      />
      <Switch
        label="Use the other catalogue"
        hint="When the one you chose does not respond, the other takes over. Off: you then see only games that are already stored here."
        checked={preferences.fallback_enabled}
        onChange={({ target }) => change({ fallback_enabled: target.checked })}
      />
      <ChangeStatus state={state} />
    </SettingsPart>
  )
}

function Choices<Value extends string>(props: {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChoose: (value: Value) => void
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={props.label} className="grid gap-3">
      {props.choices.map(({ value, label, hint }) => (
        <Radio
          key={value}
          name={name}
          value={value}
          label={label}
          hint={hint}
          checked={value === props.value}
          onChange={() => props.onChoose(value)}
        />
      ))}
    </div>
  )
}

const TEXTS: Record<ReturnType<typeof useChangePreferences>['state'], ReactNode> = {
  idle: null,
  saving: 'Saving…',
  saved: (
    <>
      <Icon name="check" /> Saved
    </>
  ),
  failed: (
    <>
      <Icon name="alert" /> Not saved. It is as it was; please try again.
    </>
  ),
}

/** Shows the result of the last change. It is always rendered, so that screen readers announce it. */
function ChangeStatus({ state }: { state: keyof typeof TEXTS }) {
  return (
    <p
      role="status"
      className={`-mb-5 flex min-h-5 items-center gap-1.5 text-13 ${state === 'failed' ? 'text-danger' : 'text-text-2'}`}
    >
      {TEXTS[state]}
    </p>
  )
}
