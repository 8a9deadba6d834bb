// Components for the settings of other features.
export { SettingsPart, toastFailure } from './settings-part.tsx'
