import { ENVIRONMENT_ELEMENT_ID, getEnvironment } from '~/lib/environment'

/** Embeds the installation's public values in the page, for the code in the browser. */
export function EnvironmentScript() {
  const json = JSON.stringify(getEnvironment()).replaceAll('<', '\\u003c')
  return (
    <script
      id={ENVIRONMENT_ELEMENT_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own configuration, with every < escaped.
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
