"""Where is it safe? Maps of where a column may stand, which column may go, and where a floor may lie."""
