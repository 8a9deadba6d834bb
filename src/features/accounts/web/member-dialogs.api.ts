import type { ComponentType } from 'react'
import { createStore } from '#web/store.ts'

type PropsOf<Module, Name extends keyof Module> = Module[Name] extends ComponentType<infer Props> ? Props : never

/** A dialog for members that any menu opens: the module and the name of its component, and its properties. */
export interface MemberDialog {
  load: () => Promise<object>
  name: string
  props: object
  /** Shown to a visitor, who signs in first. */
  signIn: string
  /** Each opening is a dialog of its own. */
  turn: number
}

/** The dialog that `MemberDialogHost` shows; null while none is open. */
export const memberDialogs = createStore<MemberDialog | null>(null)

/** Opens a dialog above whatever page is shown; its code loads then. The component gets `onClose` in addition to `props`. */
export const openMemberDialog = <Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  props: Omit<PropsOf<Module, Name>, 'onClose'>,
  signIn: string,
): void => memberDialogs.set({ load, name, props, signIn, turn: performance.now() })
