import { escapeUTF8 } from 'entities'

/** A mail's parts as HTML. */
interface Parts {
  /** Of the language. */
  code: string
  direction: string
  title: string
  /** What a list of mails shows beside the subject. */
  preview: string
  site: string
  text: string
  button: string
  link: string
  /** Stands before the link below the button. */
  address?: string
  /** Stands below the button, with the link in it. */
  orOpen?: string
  notes: readonly string[]
}

const SERIF = "Newsreader, Georgia, 'Times New Roman', serif"
const SANS = "Geist, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The HTML of every mail: a card with a button, for mail programs that know neither style sheets nor scripts. */
export function layOut({
  code,
  direction,
  title,
  preview,
  site,
  text,
  button,
  link,
  ...parts
}: Parts): string {
  // Programs drop the attributes of the outermost elements.
  const language = `lang="${code}" dir="${direction}"`
  const small = 'color: #5b544d; font-size: 14px'
  const below = parts.orOpen
    ? `<p class="soft" style="margin: 0; ${small}; word-break: break-word;">${parts.orOpen}</p>`
    : `<p class="soft" style="margin: 0 0 6px; ${small};">${parts.address}</p>
        <p class="soft" style="margin: 0; ${small}; word-break: break-all;"><bdi>${link}</bdi></p>`
  const notes = parts.notes.map(
    (note, place) =>
      `<p class="soft" style="margin: ${place === 0 ? 24 : 12}px 4px 0; color: #6d665f; font-size: 13px;">${note}</p>`,
  )
  return `<!doctype html>
<html ${language}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${title}</title>
    <style>
      @media (prefers-color-scheme: dark) {
        .paper { background: #14110e !important; color: #f2efe9 !important; }
        .card { background: #1d1915 !important; border-color: #35302b !important; }
        .soft { color: #bbb5ad !important; }
        .button { background: #f2efe9 !important; color: #14110e !important; }
      }
    </style>
  </head>
  <body class="paper" style="margin: 0; padding: 0; background: #fbfaf7; color: #1c1814; font: 400 16px/1.6 ${SANS};">
    <div style="display: none; max-height: 0; overflow: hidden;">${preview}</div>
    <div ${language} style="max-width: 520px; margin: 0 auto; padding: 40px 20px;">
      <p style="margin: 0 0 24px; font: 400 24px/1 ${SERIF}; letter-spacing: -0.02em;"><span style="color: #c33a17;" aria-hidden="true">&#9679;</span>&nbsp;<bdi>${site}</bdi></p>
      <div class="card" style="background: #ffffff; border: 1px solid #e6e2db; border-radius: 16px; padding: 32px 28px;">
        <h1 style="margin: 0 0 12px; font: 400 30px/1.15 ${SERIF}; text-wrap: balance;${direction === 'ltr' ? ' letter-spacing: -0.02em;' : ''}">${title}</h1>
        <p class="soft" style="margin: 0 0 24px; color: #5b544d;">${text}</p>
        <p style="margin: 0 0 24px;"><a class="button" href="${link}" style="display: inline-block; background: #1c1814; color: #fbfaf7; text-decoration: none; font-weight: 600; padding: 13px 22px; border-radius: 12px;">${button}</a></p>
        ${below}
      </div>
      ${notes.join('\n      ')}
    </div>
  </body>
</html>
`
}

/** Not every mail program knows the entity of the apostrophe, which is XML's. */
export const escapeHtml = (text: string): string => escapeUTF8(text).replaceAll('&apos;', '&#39;')
