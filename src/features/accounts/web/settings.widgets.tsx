// Components for the settings of other features.
export { SettingsPart, showRefusal, toastFailure } from './settings-part.tsx'
