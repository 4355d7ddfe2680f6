"""Where everybody is: places in whole centimetres, from which distances follow in every system alike."""
