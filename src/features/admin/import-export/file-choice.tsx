import { useId } from 'react'
import { DropZone } from '~/components/ui/drop-zone'
import { FileButton } from '~/components/ui/file-button'
import { Disclosure } from '../disclosure'

type Props = { mistake: string | null; onFile: (file: File) => void }

/** Where a catalogue is chosen or dropped, and what it has to be. */
export function FileChoice({ mistake, onFile }: Props) {
  const id = useId()

  return (
    <>
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">
        Tools are matched by their slug: existing tools are updated, the others are added. Nothing is deleted,
        and you see every change before it is made.
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
          {mistake ?? (
            <>
              JSON Lines or CSV in UTF-8, up to 50 MB.
              <span className="pointer-coarse:hidden"> Or drop it here.</span>
            </>
          )}
        </p>
      </DropZone>
      <Disclosure summary="What the file looks like" className="mt-4">
        <div className="grid max-w-[66ch] gap-3 pt-2 text-[15px] text-ink-soft">
          <p>
            One tool per line, with the columns <Code>name</Code>, <Code>short_description</Code>,{' '}
            <Code>website_url</Code> and optionally <Code>slug</Code>, <Code>categories</Code>,{' '}
            <Code>featured</Code>. Without a slug, one is made from the name. A CSV file starts with a header
            row; several categories are separated by <Code>;</Code> or <Code>|</Code>. The first category is
            the primary one.
          </p>
          <p>
            HTML and Markdown are converted to plain text, except in files exported here, which are imported
            unchanged.
          </p>
        </div>
      </Disclosure>
    </>
  )
}

const Code = ({ children }: { children: string }) => (
  <code className="rounded bg-sunken px-1 py-0.5 text-[13px] text-ink">{children}</code>
)
