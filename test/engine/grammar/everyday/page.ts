/** A page as frameworks render it, and what a person says of sentences on it. */
export interface EverydayPage {
  readonly id: string;
  /** Another page proves the same of its own form. */
  readonly isVariant?: true;
  readonly body: string;
  /** Each is so, on the page as it comes. */
  readonly right?: readonly string[];
  /** None of them is. */
  readonly wrong?: readonly string[];
  /** Each is a run of its own, in which all is done and is so. */
  readonly done?: readonly string[];
  /** Each is a run of its own, in which the last sentence is an issue, and no other. */
  readonly failed?: readonly string[];
  /** Each is a run of its own, whose last sentence describes in words without quotes what nothing is called, or what several things are. */
  readonly unclear?: readonly string[];
  /** Each is a run of its own, of which the last sentence fits several things. */
  readonly ambiguous?: readonly string[];
}

/** What a page tells of the buttons that were pressed on it. */
export const say = `<p role="status" id="out"></p><script>const say = (text) => { document.getElementById('out').textContent = text; };</script>`;
