import { useSyncExternalStore } from 'react'
import { Segmented } from './segmented.tsx'
import { onThemeChange, readTheme, setTheme, type Theme } from './theme.ts'

const OPTIONS = [
  { value: 'dark', label: 'Dark theme', icon: 'moon' },
  { value: 'light', label: 'Light theme', icon: 'sun' },
  { value: 'system', label: 'As the device', icon: 'device' },
] as const

/**
 * Dark, light, or the device's theme. The server does not know the choice, because pages are cached for everybody, so
 * it marks none.
 */
export function ThemeSwitch(props: { className?: string; onChoose?: (theme: Theme) => void }) {
  const theme = useSyncExternalStore<Theme | null>(
    onThemeChange,
    () => readTheme(),
    () => null,
  )
  return (
    <Segmented
      label="Theme"
      options={OPTIONS}
      value={theme}
      onChange={(chosen) => {
        setTheme(chosen)
        props.onChoose?.(chosen)
      }}
      {...(props.className && { className: props.className })}
    />
  )
}
