"""Villa: hedges that close areas of a garden; whoever has most segments around an area places a token in it."""
