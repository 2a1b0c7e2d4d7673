import { useId, useSyncExternalStore } from 'react'
import * as messages from '#messages/site.js'
import { Icon, type IconName } from '~/components/ui/icon'
import { getTheme, setTheme, subscribeToTheme, THEMES, type Theme } from './theme'

const LOOKS: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: messages.systemTheme, icon: 'screen' },
  light: { label: messages.lightTheme, icon: 'sun' },
  dark: { label: messages.darkTheme, icon: 'moon' },
}

/** Chooses between the system's theme, light and dark. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, getTheme, () => 'system')
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-surface p-[3px]">
      <legend className="sr-only">{messages.theme}</legend>
      {THEMES.map((option) => {
        const { label, icon } = LOOKS[option]
        return (
          <label key={option} title={label} className="segment">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option}
              aria-label={label}
              checked={theme === option}
              onChange={() => setTheme(option)}
            />
            <Icon name={icon} size={15} />
          </label>
        )
      })}
    </fieldset>
  )
}
