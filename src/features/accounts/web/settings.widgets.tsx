// What the settings of other features are built from.
export { SettingsPart, tellFailure } from './settings-part.tsx'
