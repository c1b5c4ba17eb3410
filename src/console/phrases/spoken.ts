// Words in the language of the request that is answered: an object like the English one, whose texts are looked up when they are
// read. A module may keep a part of it, `const words = phrases.lists`, but no text of it: that would be of one language for ever.
import { languageNow } from "../../lib/languages.ts";

interface WordTree {
  readonly [name: string]: unknown;
}

/** Objects have names in front of texts; a list, a text and a function are looked up whole. */
function isTree(value: unknown): value is WordTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param sets by language: each has what the first has */
export function spokenWords<W extends object>(english: W, sets: ReadonlyMap<string, W>): W {
  return spokenTree(english as unknown as WordTree, (language) => {
    return (sets.get(language) ?? english) as unknown as WordTree;
  }) as unknown as W;
}

function spokenTree(english: WordTree, treeIn: (language: string) => WordTree): WordTree {
  let [known, tree] = ["", english];
  const treeNow = () => {
    const language = languageNow();
    if (language !== known) [known, tree] = [language, treeIn(language)];
    return tree;
  };
  const spoken = {};
  for (const [name, value] of Object.entries(english)) {
    if (isTree(value)) {
      const part = spokenTree(value, (language) => treeIn(language)[name] as WordTree);
      Object.defineProperty(spoken, name, { value: part, enumerable: true });
    } else Object.defineProperty(spoken, name, { get: () => treeNow()[name], enumerable: true });
  }
  return spoken;
}
