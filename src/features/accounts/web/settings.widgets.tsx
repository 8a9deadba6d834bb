// What the settings of other features are built from.
export { SettingsPart, toastFailure } from './settings-part.tsx'
