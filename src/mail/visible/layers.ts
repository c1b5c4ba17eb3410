// Cascade layers: which rules of a mail's style sheets come before others, whatever their selectors. CSS Cascade 5 6.4

/** A layer; the outermost one holds the rules that are in none. */
export interface CascadeLayer {
  inner: Map<string, CascadeLayer>;
  /** Place in the order of all layers, once they are numbered: rules of a later one win, important ones of an earlier one. */
  rank: number;
}

const maxLayers = 1000;

export class Layers {
  readonly outermost: CascadeLayer = { inner: new Map(), rank: 0 };
  #count = 0;

  /** The layer of a name within another; a name with dots leads through several, one without letters is a new layer. */
  within(around: CascadeLayer, name: string): CascadeLayer {
    let layer = around;
    for (const word of name === "" ? [`#${this.#count}`] : name.split(".")) {
      const known = layer.inner.get(word);
      if (known === undefined && this.#count >= maxLayers) return layer;
      const next = known ?? { inner: new Map(), rank: 0 };
      if (known === undefined) this.#count++;
      layer.inner.set(word, next);
      layer = next;
    }
    return layer;
  }

  /** Numbers the layers: those within one come before its own rules, in the order of their names. */
  number(): void {
    let rank = 0;
    const visit = (layer: CascadeLayer): void => {
      for (const inner of layer.inner.values()) visit(inner);
      layer.rank = rank++;
    };
    visit(this.outermost);
  }
}
