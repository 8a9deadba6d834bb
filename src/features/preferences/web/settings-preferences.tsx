import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import type { DataSource, SearchStrategy } from '#features/catalogue/catalogue.contract.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Radio, Switch } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { onThemeChange, readTheme, setTheme, type Theme } from '#web/ui/theme.ts'
import type { Preferences } from '../preferences.contract.ts'
import { PREFERENCE_TEXTS, SOURCE_HINTS, STRATEGY_HINTS, THEME_HINTS } from '../settings.texts.ts'
import { preferencesQuery } from './preferences.api.ts'
import { useChangePreferences } from './use-change-preferences.ts'

interface Choice<Value extends string> {
  value: Value
  label: string
  hint: string
}

const SOURCES: readonly Choice<DataSource>[] = [
  { value: 'auto', label: 'Automatic', hint: SOURCE_HINTS.auto },
  { value: 'popscore', label: 'Popular these days', hint: SOURCE_HINTS.popscore },
  { value: 'igdb', label: 'IGDB', hint: SOURCE_HINTS.igdb },
  { value: 'rawg', label: 'RAWG', hint: SOURCE_HINTS.rawg },
  { value: 'hybrid', label: 'Both, mixed', hint: SOURCE_HINTS.hybrid },
  { value: 'smart', label: 'IGDB, then RAWG', hint: SOURCE_HINTS.smart },
]

const STRATEGIES: readonly Choice<SearchStrategy>[] = [
  { value: 'smart', label: 'Automatic', hint: STRATEGY_HINTS.smart },
  { value: 'combined', label: 'Half and half', hint: STRATEGY_HINTS.combined },
  { value: 'igdb_first', label: 'IGDB first', hint: STRATEGY_HINTS.igdb_first },
  { value: 'rawg_first', label: 'RAWG first', hint: STRATEGY_HINTS.rawg_first },
  {
    value: 'parallel',
    label: 'Everything from both',
    hint: STRATEGY_HINTS.parallel,
  },
  { value: 'hybrid', label: 'IGDB, filled up', hint: STRATEGY_HINTS.hybrid },
]

const THEME_CHOICES: readonly Choice<Theme>[] = [
  { value: 'dark', label: 'Dark', hint: THEME_HINTS.dark },
  { value: 'light', label: 'Light', hint: THEME_HINTS.light },
  { value: 'system', label: 'As the device', hint: THEME_HINTS.system },
]

/** Settings, Preferences (G08). Every choice is saved at once. The children stand above what is advanced. */
export function SettingsPreferences({ children }: { children?: ReactNode }) {
  const { data, isError, refetch } = useQuery(preferencesQuery())
  if (isError && !data) return <ErrorState text={PREFERENCE_TEXTS.notLoaded} onRetry={() => void refetch()} level={2} />
  if (!data) return null
  return (
    <>
      <ThemePart preferences={data} />
      <ListsPart preferences={data} />
      {children}
      <details className="group border-t border-line">
        <summary className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-6">
          <h2 className="title text-18">Advanced</h2>
          <span className="text-14 text-text-2">{PREFERENCE_TEXTS.advanced}</span>
          <Icon name="down" className="col-start-2 row-span-2 row-start-1 text-text-3 group-open:rotate-180" />
        </summary>
        <SourcePart preferences={data} />
        <StrategyPart preferences={data} />
        <SwitchesPart preferences={data} />
      </details>
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
    <SettingsPart title="Theme" text={PREFERENCE_TEXTS.theme}>
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
    <SettingsPart title="Where games come from" text={PREFERENCE_TEXTS.source}>
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
    <SettingsPart title="How search works" text={PREFERENCE_TEXTS.search}>
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
    <SettingsPart title="What lists show" text={PREFERENCE_TEXTS.searchErotic}>
      <Switch
        label={PREFERENCE_TEXTS.showErotic}
        hint={PREFERENCE_TEXTS.showEroticHint}
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
    <SettingsPart title="Speed and outages" text={PREFERENCE_TEXTS.storage}>
      <Switch
        label={PREFERENCE_TEXTS.storeGames}
        hint={PREFERENCE_TEXTS.storeGamesHint}
        checked={preferences.cache_enabled}
        onChange={({ target }) => change({ cache_enabled: target.checked })}
      />
      <Switch
        label="Use the other catalogue"
        hint={PREFERENCE_TEXTS.fallback}
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
      <Icon name="alert" /> {PREFERENCE_TEXTS.notSaved}
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
