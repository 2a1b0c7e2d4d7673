import { useId } from 'react'
import { DropZone } from '~/components/ui/drop-zone'
import { FileButton } from '~/components/ui/file-button'

type Props = { mistake: string | null; onFile: (file: File) => void }

/** Where a catalogue is chosen or dropped, and what it has to be. */
export function FileChoice({ mistake, onFile }: Props) {
  const id = useId()

  return (
    <>
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">
        Tools are found by their slug: those that are there are brought up to date, the others are added.
        Nothing is deleted, and nothing is changed before you have seen what would be.
      </p>
      <DropZone onFile={onFile} className="mt-5 gap-3 py-10">
        <label htmlFor={id} className="display text-2xl leading-tight">
          Catalogue file
        </label>
        <FileButton
          id={id}
          accept=".jsonl,.ndjson,.csv"
          face="Choose file"
          look={{ size: 'lg' }}
          invalid={mistake !== null}
          describedBy={`${id}-note`}
          onFile={onFile}
        />
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={`text-[13px] leading-5 ${mistake ? 'text-bad' : 'text-ink-faint'}`}
        >
          {mistake ?? 'JSON Lines or CSV in UTF-8, up to 50 MB. Or drop it here.'}
        </p>
      </DropZone>
      <details className="group mt-5 text-[15px] text-ink-soft">
        <summary className="inline-flex min-h-11 items-center font-medium text-ink">
          What the file looks like
        </summary>
        <div className="grid max-w-[66ch] gap-3 pt-1 pb-3">
          <p>
            One tool a line, with the columns <Code>name</Code>, <Code>short_description</Code>,{' '}
            <Code>website_url</Code> and, if you like, <Code>slug</Code>, <Code>categories</Code>,{' '}
            <Code>featured</Code>. Without a slug one is made from the name. In a table the first line names
            the columns, and several categories are separated by <Code>;</Code> or <Code>|</Code>; the first
            is the primary one.
          </p>
          <p>
            HTML and Markdown are reduced to plain text, except in a file exported here, which comes back as
            it was.
          </p>
        </div>
      </details>
    </>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="rounded bg-sunken px-1 py-0.5 text-[13px] text-ink">{children}</code>
)
