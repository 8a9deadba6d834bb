import { Button } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/use-env.ts'

/** The button that sends a form around signing in; disabled until the page reacts to it. */
export function AuthSubmit(props: { busy: boolean; busyLabel: string; children: string }) {
  const isHydrated = useIsHydrated()
  return <Button type="submit" kind="mine" size="big" wide disabled={!isHydrated} {...props} />
}
