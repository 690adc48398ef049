/** A file that cannot be read; the message is a sentence for the organiser, and says what to do. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
