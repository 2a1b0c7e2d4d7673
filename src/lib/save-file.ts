/** Hands the browser something to keep as a file. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has its own hold on the file once the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
