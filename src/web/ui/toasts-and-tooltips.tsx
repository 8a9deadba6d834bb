import { Toaster } from './toaster.tsx'
import { Tooltips } from './tooltip.tsx'

export function ToastsAndTooltips() {
  return (
    <>
      <Toaster />
      <Tooltips />
    </>
  )
}
